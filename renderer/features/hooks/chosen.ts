/** What the editor has in hand: a hook by its file and, as JSON, its path in it; or a new one. */
export type Chosen = { file: string; path: string } | 'new';
