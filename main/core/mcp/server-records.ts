/** Where, below the home, it is written down which servers run: what is there and has no owner any more was left running. */
export const SERVER_RECORDS = 'mcp/processes';
