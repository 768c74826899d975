/** A skill or command file as found. */
export interface Skill {
  /** What is typed after `/`: the directory's name, or the command file's path with `:` for folders. */
  name: string;
  source: 'bundled' | 'personal' | 'project' | 'command';
  /** The Markdown file. */
  path: string;
  /** Folder of the skill. */
  folder: string;
  description: string;
  whenToUse?: string;
  argumentHint?: string;
  /** Names of positional arguments. */
  arguments: string[];
  modelInvocable: boolean;
  userInvocable: boolean;
  body: string;
  bodyLine: number;
  /** Lines of the file that the description comes from. */
  descriptionLines: { start: number; end: number };
}
