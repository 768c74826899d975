// What the bench uses of the product to make sessions as the product does.
export { createClock } from '../../../main/adapters/clock/create-clock';
export { createIds } from '../../../main/adapters/clock/create-ids';
export { createSessionStore } from '../../../main/adapters/storage/create-session-store';
