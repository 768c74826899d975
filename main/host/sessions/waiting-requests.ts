import type { NotificationData } from '../../../shared/contract/notifications';
import type { PendingRequest } from '../../../shared/model/session';
import type { EventFeed } from '../event-feed';
import type { SessionRegistry } from './session-registry';

type Waiting = NotificationData<'requests/changed'>['waiting'];

/** What waits for a person's answer, over all sessions that this process writes. */
export class WaitingRequests {
  readonly #registry: SessionRegistry;
  readonly #feed: EventFeed;

  constructor(registry: SessionRegistry, feed: EventFeed) {
    this.#registry = registry;
    this.#feed = feed;
  }

  list(): Waiting {
    return this.#registry.runners().flatMap(({ state }) =>
      state.pending.map((request) => ({
        session: state.id,
        request: request.request,
        item: request.item,
        type: request.type,
        title: state.title,
        summary: summaryOf(request),
      })),
    );
  }

  publish(): void {
    this.#feed.broadcast('requests/changed', { waiting: this.list() });
  }
}

function summaryOf(request: PendingRequest): string {
  switch (request.type) {
    case 'permission':
      return request.action.summary;
    case 'question':
      return request.questions[0]?.question ?? '';
    case 'plan':
      return 'Propose a plan';
  }
}
