/** Range of a secret, in UTF-16 units, and what it is. */
export interface SecretRange {
  start: number;
  end: number;
  kind: string;
}
