import { app, Menu } from 'electron';
import { type MenuActions, menuTemplate } from './menu-template';

/** The application menu in the app's language. Set after the first window is there: building it takes time. */
export function setMenu(actions: MenuActions): void {
  const template = menuTemplate(actions, { locale: app.getLocale(), mac: process.platform === 'darwin', packaged: app.isPackaged });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
