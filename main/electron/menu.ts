import { app, Menu, type MenuItemConstructorOptions } from 'electron';

const WORDS = {
  en: { file: 'File', newWindow: 'New Window', openFolder: 'Open Folder…', edit: 'Edit', view: 'View', window: 'Window' },
  ja: { file: 'ファイル', newWindow: '新規ウィンドウ', openFolder: 'フォルダーを開く…', edit: '編集', view: '表示', window: 'ウィンドウ' },
};

export interface MenuActions {
  newWindow(): void;
  openFolder(): void;
}

/** The application menu in the app's language. Set after the first window is there: building it takes time. */
export function setMenu(actions: MenuActions): void {
  const words = app.getLocale().startsWith('ja') ? WORDS.ja : WORDS.en;
  const mac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' as const }] : []),
    {
      label: words.file,
      submenu: [
        { label: words.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: actions.newWindow },
        { label: words.openFolder, accelerator: 'CmdOrCtrl+O', click: actions.openFolder },
        { type: 'separator' },
        { role: mac ? 'close' : 'quit' },
      ],
    },
    {
      label: words.edit,
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: 'reload' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { label: words.window, role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
