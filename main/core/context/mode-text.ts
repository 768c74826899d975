import type { Mode } from '../../../shared/model/mode';

/** What a permission mode means for the model. */
export function describeMode(mode: Mode): string {
  switch (mode) {
    case 'default':
      return "Permission mode: default. Reads are allowed; changes and commands may need the person's consent.";
    case 'acceptEdits':
      return 'Permission mode: accept edits. Edits of files in the project folder are allowed without a prompt; commands may still need consent.';
    case 'plan':
      return 'Permission mode: plan. Only look: read, search and ask. Do not change anything yet. When you know what is to be done, propose the plan with ExitPlanMode; without that tool, give it as your answer.';
    case 'dontAsk':
      return 'Permission mode: do not ask. Nobody is asked: what no rule allows is denied. Work with what is allowed and say what you could not do.';
    case 'bypassPermissions':
      return 'Permission mode: bypass. Calls run without a prompt. Be as careful as if each one were asked for.';
  }
}
