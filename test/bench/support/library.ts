// What the bench uses of the product to make sessions as the product does.
export { createClock } from '../../../main/adapters/clock/create-clock';
export { createIds } from '../../../main/adapters/clock/create-ids';
export { createSessionStore } from '../../../main/adapters/storage/create-session-store';
// And to decide as it does.
export { createBashParser } from '../../../main/adapters/parsers/bash-parser';
export { createPolicy } from '../../../main/core/permission/create-policy';
export { decide } from '../../../main/core/permission/decide';
export { parseRule } from '../../../main/core/permission/parse-rule';
export { createRuleSet } from '../../../main/core/permission/rule-set';
// And to run commands as it does.
export { createSandbox } from '../../../main/adapters/sandbox/create-sandbox';
export { createNodeShell } from '../../../main/adapters/shell/node-shell';
export { listProtectedPaths } from '../../../main/core/permission/protected-paths';
export { createSecretPaths } from '../../../main/core/secrets/secret-paths';
// And to read skills, sub-agents and instruction files as it does.
export { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
export { loadMemory } from '../../../main/core/context/load-memory';
export { examineSkill } from '../../../main/core/skills/examine-skill';
export { expandSkill } from '../../../main/core/skills/expand-skill';
export { loadSkills } from '../../../main/core/skills/load-skills';
export { loadDefinitions } from '../../../main/core/subagents/load-definitions';
// And to connect to servers as it does.
export { createConnector } from '../../../main/adapters/mcp/create-connector';
export { createProcessRunner } from '../../../main/adapters/shell/process-runner';
export { createFileLocks } from '../../../main/adapters/storage/file-locks';
export { redactKnownSecrets } from '../../../main/core/secrets/redact';
