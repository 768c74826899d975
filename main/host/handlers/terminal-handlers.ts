import { methods } from '../../../shared/contract/methods';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import { openShell, runAgain, runPersonCommand } from '../terminals/person-command';

export function terminalHandlers(services: HostServices) {
  const { ports, terminals } = services;
  return {
    'terminal.open': handle(methods['terminal.open'], async (wish) => ({
      terminal: await openShell(services, { ...wish, folder: await ports.files.realpath(wish.folder) }),
    })),
    'terminal.list': handle(methods['terminal.list'], async ({ folder }) => ({
      terminals: terminals.list(await ports.files.realpath(folder)),
    })),
    'terminal.snapshot': handle(methods['terminal.snapshot'], ({ terminal }, { connection }) => terminals.watch(terminal, connection)),
    'terminal.leave': handle(methods['terminal.leave'], ({ terminal }, { connection }) => {
      terminals.leave(terminal, connection);
      return {};
    }),
    'terminal.drawn': handle(methods['terminal.drawn'], ({ terminal, at }, { connection }) => {
      terminals.noteDrawn(terminal, connection, at);
      return {};
    }),
    'terminal.write': handle(methods['terminal.write'], ({ terminal, data }) => {
      terminals.write(terminal, data);
      return {};
    }),
    'terminal.resize': handle(methods['terminal.resize'], ({ terminal, size }) => {
      terminals.resize(terminal, size);
      return {};
    }),
    'terminal.colours': handle(methods['terminal.colours'], ({ colours }) => {
      terminals.setColours(colours);
      return {};
    }),
    'terminal.handBack': handle(methods['terminal.handBack'], ({ terminal }) => {
      terminals.handBack(terminal);
      return {};
    }),
    'terminal.stop': handle(methods['terminal.stop'], async ({ terminal }) => {
      await terminals.stop(terminal);
      return {};
    }),
    'terminal.close': handle(methods['terminal.close'], async ({ terminal }) => {
      await terminals.close(terminal);
      return {};
    }),
    'terminal.again': handle(methods['terminal.again'], ({ terminal }) => runAgain(services, terminal)),
    'terminal.command': handle(methods['terminal.command'], (request) => runPersonCommand(services, request)),
  };
}
