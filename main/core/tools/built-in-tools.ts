import { agentTool } from './agent-tool';
import { askUserQuestionTool } from './ask-user-question-tool';
import { bashOutputTool } from './bash-output-tool';
import { bashTool } from './bash-tool';
import { editTool } from './edit-tool';
import { enterPlanModeTool } from './enter-plan-mode-tool';
import { exitPlanModeTool } from './exit-plan-mode-tool';
import { globTool } from './glob-tool';
import { grepTool } from './grep-tool';
import { killShellTool } from './kill-shell-tool';
import { readTool } from './read-tool';
import { sealTool } from './seal-tool';
import { sendMessageTool } from './send-message-tool';
import { skillTool } from './skill-tool';
import { taskStopTool } from './task-stop-tool';
import { todoWriteTool } from './todo-write-tool';
import type { RegisteredTool } from './tool';
import { webFetchTool } from './web-fetch-tool';
import { writeTool } from './write-tool';

export interface BuiltInToolOptions {
  /** Off unless the person turned it on. */
  webFetch: boolean;
}

/** The tools of origin 9, in the order in which the model sees them. */
export function builtInTools(options: BuiltInToolOptions): RegisteredTool[] {
  const tools = [
    sealTool(bashTool),
    sealTool(bashOutputTool),
    sealTool(killShellTool),
    sealTool(readTool),
    sealTool(editTool),
    sealTool(writeTool),
    sealTool(globTool),
    sealTool(grepTool),
    sealTool(todoWriteTool),
    sealTool(askUserQuestionTool),
    sealTool(enterPlanModeTool),
    sealTool(exitPlanModeTool),
    sealTool(skillTool),
    sealTool(agentTool),
    sealTool(sendMessageTool),
    sealTool(taskStopTool),
  ];
  return options.webFetch ? [...tools, sealTool(webFetchTool)] : tools;
}
