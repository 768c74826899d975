import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { MemoryFinding, MemoryOffer } from '../../../shared/model/memory';
import type { RuleScope } from '../../../shared/model/permission';
import { select } from '../../stores/selection';
import { useRulePlan } from '../../stores/use-rule-plan';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { keyed } from '../../ui/keyed';
import { PlanPreview } from '../../ui/plan-preview';
import { ViewSection } from '../../ui/view-page';

interface MemoryFindingsProps {
  folder: string;
  findings: readonly MemoryFinding[];
  files: Result<'folder.memory'>['files'];
  onShow: (file: string, line: number) => void;
  onWritten: () => void;
}

/** What an author of these files would want to know; a wish that only a rule or a hook would hold comes with that rule or hook. */
export function MemoryFindings({ folder, findings, files, onShow, onWritten }: MemoryFindingsProps) {
  const { t } = useTranslation('memory');
  const planner = useRulePlan({ folder }, onWritten);
  if (findings.length === 0) return undefined;
  const make = (offer: MemoryOffer, file: string) => {
    if (offer.type === 'hook') return select({ view: 'hooks', detail: `example:${offer.example}` });
    const scope = scopeOf(files.find(({ path }) => path === file)?.scope);
    void planner.propose(offer.rules.map((rule) => ({ type: 'add', scope, verdict: offer.verdict, rule })));
  };
  return (
    <ViewSection title={t('findings.title')} count={findings.length} note={t('findings.note')}>
      <ul aria-label={t('findings.title')} className="border-line border-t">
        {keyed(findings).map(({ key, value }) => (
          <Finding key={key} finding={value} folder={folder} onShow={onShow} onMake={(offer) => make(offer, value.file)} />
        ))}
      </ul>
      <PlanPreview planner={planner} folder={folder} onRule={({ text }) => select({ view: 'permissions', detail: text })} />
    </ViewSection>
  );
}

/** Rules go to the settings of whoever the sentence is from. */
function scopeOf(scope: Result<'folder.memory'>['files'][number]['scope'] | undefined): RuleScope {
  return scope === 'user' || scope === 'local' ? scope : 'project';
}

interface FindingProps {
  finding: MemoryFinding;
  folder: string;
  onShow: (file: string, line: number) => void;
  onMake: (offer: MemoryOffer) => void;
}

function Finding({ finding: { code, severity, file, line, words, other, offer }, folder, onShow, onMake }: FindingProps) {
  const { t } = useTranslation(['memory', 'diagnostics']);
  return (
    <li className="flex flex-col gap-0.5 border-line border-b py-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-2">
        <Chip tone={severity === 'warning' ? 'warn' : 'plain'}>{t(`diagnostics:code.${code}`)}</Chip>
        <PlaceLink file={file} line={line} folder={folder} onShow={onShow} />
      </div>
      {code === 'memory-long' ? <p className="text-muted">{t('findings.long', { lines: words })}</p> : undefined}
      {code === 'memory-contradiction' || code === 'memory-unenforced' ? (
        <blockquote className="break-anywhere">{words}</blockquote>
      ) : undefined}
      {other ? (
        <p className="flex flex-wrap items-center gap-x-2 break-anywhere text-muted">
          {t('findings.against', { words: other.words })}
          <PlaceLink file={other.file} line={other.line} folder={folder} onShow={onShow} />
        </p>
      ) : undefined}
      {code === 'memory-secret' ? <p className="text-muted">{t('findings.secret')}</p> : undefined}
      {offer ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-anywhere text-muted">
            {offer.type === 'rule' ? <code>{offer.rules.map((rule) => `${offer.verdict} ${rule}`).join(', ')}</code> : t('findings.hook')}
          </span>
          <Button onClick={() => onMake(offer)}>{t(offer.type === 'rule' ? 'findings.makeRule' : 'findings.makeHook')}</Button>
        </div>
      ) : undefined}
    </li>
  );
}

function PlaceLink({ file, line, folder, onShow }: { file: string; line: number; folder: string; onShow: FindingProps['onShow'] }) {
  const shown = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
  return (
    <button type="button" className="break-anywhere text-left font-mono underline hover:text-ink" onClick={() => onShow(file, line)}>
      {shown}:{line}
    </button>
  );
}
