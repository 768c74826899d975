/** How a program goes through folders. */
export interface Walk {
  /** What may be a folder that the program is sent through. */
  roots: string[];
  /** It goes through the folder where it runs, too. */
  startsHere: boolean;
  follows: boolean;
  /** It leaves out what is called with a dot in front. */
  skipsHidden?: boolean;
  /** How many names deep it goes. */
  depth?: number;
  /** Which files it takes on its way from a root; all where it is not said. */
  takes?(path: string, root: string): boolean;
}
