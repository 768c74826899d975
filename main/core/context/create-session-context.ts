import type { ModelInfo } from '../../../shared/model/config';
import type { AssembledState } from './assemble-call';
import { assembleCall } from './assemble-call';
import { isRecord } from '../kernel/is-record';
import type { ContextDeps } from './context-deps';
import { ContextFold, quarantineDetail } from './context-fold';
import { estimateTokens, imageTokens, scaleTokens } from './estimate-tokens';
import { decodeBase64 } from './image-limits';
import { LostParts } from './lost-parts';
import { pinContext } from './pin-context';
import { placeAgentInput } from './place-agent-input';
import { assembleQuestion } from './assemble-question';
import { placeCommand } from './place-command';
import { placeHook } from './place-hook';
import { placeSkill, placeUserInput } from './place-input';
import { ReminderDesk } from './reminder-desk';
import { describeRefused } from './rewrite-history';
import type { SessionContext } from './session-context';
import type { SegmentMaker } from './text-block';
import { createSourceGatherer, foreignSource, untrustedSource } from './untrusted-source';

const DEFAULT_FACTOR = 1.3;

/** The model-read context of one agent; see `SessionContext`. */
export function createSessionContext(given: ContextDeps): SessionContext {
  const lost = new LostParts(given.log.readPart.bind(given.log), given.ids);
  const deps: ContextDeps = { ...given, log: { putPart: given.log.putPart.bind(given.log), readPart: lost.read } };
  const fold = new ContextFold(deps.agent, lost);
  const desk = new ReminderDesk(deps, fold);
  const gatherForeign = createSourceGatherer((item) => foreignSource(item, deps.folder));
  const estimate = deps.estimate ?? estimateTokens;
  let factor = DEFAULT_FACTOR;
  let readUserFiles = true;
  let pending: AssembledState | undefined;

  const maker: SegmentMaker = {
    nextId: () => fold.nextSegment(),
    tokens: (text) => scaleTokens(estimate(text), factor),
    imageTokens: (block) => imageTokens(measureImage(deps, block)),
    log: deps.log,
  };
  /** Texts of servers that the person put into a turn. */
  const mentioned = (turn: string) => (fold.turnMentions.turn === turn ? fold.turnMentions.servers : []);
  const takeFactor = (model: ModelInfo): void => {
    factor = model.tokenFactor;
  };

  return {
    async pin({ model, config }) {
      takeFactor(model);
      readUserFiles = config.readUserFiles;
      return pinContext(
        deps,
        desk.refresh(readUserFiles).then((loaded) => loaded.memory),
        model,
        maker,
      );
    },
    async placeInput(input, event, skills = [], signal) {
      const text = await deps.hide(input.text);
      const placed = await placeUserInput({ ...input, text }, skills, fold.heldBody, deps, maker, event, signal);
      for (const file of placed.filesRead) desk.touch(file.path);
      return placed;
    },
    skills: () => desk.skills(readUserFiles),
    lookAhead: () => desk.lookAhead(readUserFiles),
    async placeSkill(run, event, signal) {
      const placed = await placeSkill(run, fold.heldBody, deps, maker, event, signal);
      for (const file of placed.filesRead) desk.touch(file.path);
      return placed;
    },
    placeAgentInput: (input, event) => placeAgentInput(input, deps.hide, maker, event),
    placeHookOutput: (output, event) => placeHook(output, maker, event),
    assembleQuestion: (question) => assembleQuestion(deps, maker, question),
    placeCommand: (ran, event) => placeCommand(ran, maker, event),
    note(event) {
      if (event.type !== 'call/started' || pending?.call !== event.call) return fold.note(event);
      fold.note(event, pending.rendered);
      lost.settle();
      fold.history.toolUseIds = pending.toolUseIds;
      pending = undefined;
    },
    ready: () => fold.history.load(),
    async assemble(options) {
      takeFactor(options.model);
      readUserFiles = options.config.readUserFiles;
      const { assembled, state } = await assembleCall({ deps, fold, lost, desk, maker }, options);
      pending = state;
      return assembled;
    },
    noteFile: (path) => desk.touch(path),
    noteState: (kind, key, text, detail) => desk.noteState(kind, key, text, detail),
    async quarantine(pointer) {
      const found = await describeRefused(fold.history, pointer, (placed) => lost.read(placed.part));
      if (found === undefined) return undefined;
      const { pointer: at, refused } = found;
      return {
        events: [
          {
            type: 'prefix/broken',
            agent: deps.agent,
            reason: 'quarantine',
            detail: quarantineDetail(at, `${refused.block} in message ${refused.place}`),
          },
        ],
        refused,
      };
    },
    unanswered: () => [...fold.open.values()],
    untrustedSources(turn) {
      return [...new Set([...mentioned(turn), ...(fold.turnCalls.get(turn) ?? []).flatMap((item) => untrustedSource(item, deps.folder))])];
    },
    foreignSources: (turn) => [...mentioned(turn), ...gatherForeign(turn, fold.turnCalls.get(turn) ?? [])],
    diagnostics: () => desk.diagnostics,
  };
}

function measureImage(deps: ContextDeps, block: Record<string, unknown>): { width: number; height: number } | undefined {
  const data = isRecord(block['source']) ? block['source']['data'] : undefined;
  const bytes = typeof data === 'string' ? decodeBase64(data) : undefined;
  return bytes === undefined ? undefined : deps.documents.imageSize(bytes);
}
