import { answerJobs } from '../threads/answer-jobs';
import { type RunningSearch, type SearchPiece, startSearch } from './search-process';
import type { SearchJob } from './search-thread';

const running = new Map<number, RunningSearch>();

answerJobs(async ({ id, command, stop }: SearchJob): Promise<SearchPiece | undefined> => {
  if (command !== undefined) running.set(id, startSearch(command));
  const search = running.get(id);
  if (stop === true) {
    search?.stop();
    return undefined;
  }
  if (search === undefined) throw new Error('the search is gone');
  const piece = await search.next();
  if (piece.end !== undefined) running.delete(id);
  return piece;
});
