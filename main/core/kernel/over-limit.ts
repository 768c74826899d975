import { SaidError } from './say-words';

/** What was asked for is beyond a limit that the person has set, and was not done. The message says which. */
export class OverLimit extends SaidError {}
