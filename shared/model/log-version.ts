/** Version of the log format (docs/log-format.md). A newer log opens read-only; older ones are lifted on read. */
export const LOG_VERSION = 1;
