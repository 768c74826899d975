import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  newWindow(): void;
  openFolder(): void;
}

export interface MenuConditions {
  /** As the system names it, such as `ja` or `en-GB`. */
  locale: string;
  mac: boolean;
  /** Menus of an installed application have no developer tools. */
  packaged: boolean;
}

const EN = {
  file: 'File',
  newWindow: 'New Window',
  openFolder: 'Open Folder…',
  about: 'About Vitrine',
  services: 'Services',
  hide: 'Hide Vitrine',
  hideOthers: 'Hide Others',
  unhide: 'Show All',
  quit: 'Quit',
  close: 'Close',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select All',
  view: 'View',
  reload: 'Reload',
  toggleDevTools: 'Toggle Developer Tools',
  resetZoom: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  togglefullscreen: 'Toggle Full Screen',
  window: 'Window',
  minimize: 'Minimize',
  zoom: 'Zoom',
  front: 'Bring All to Front',
};

const JA: typeof EN = {
  file: 'ファイル',
  newWindow: '新規ウィンドウ',
  openFolder: 'フォルダを開く…',
  about: 'Vitrine について',
  services: 'サービス',
  hide: 'Vitrine を隠す',
  hideOthers: 'ほかを隠す',
  unhide: 'すべてを表示',
  quit: '終了',
  close: '閉じる',
  edit: '編集',
  undo: '元に戻す',
  redo: 'やり直す',
  cut: '切り取り',
  copy: 'コピー',
  paste: '貼り付け',
  selectAll: 'すべて選択',
  view: '表示',
  reload: '再読み込み',
  toggleDevTools: '開発者ツールの切り替え',
  resetZoom: '実際のサイズ',
  zoomIn: '拡大',
  zoomOut: '縮小',
  togglefullscreen: '全画面表示の切り替え',
  window: 'ウィンドウ',
  minimize: '最小化',
  zoom: 'ズーム',
  front: 'すべてを手前に移動',
};

const SEPARATOR = { type: 'separator' } as const;

/** Every entry with a label of its own: those that Electron gives to roles are English in every language. */
export function menuTemplate(actions: MenuActions, { locale, mac, packaged }: MenuConditions): MenuItemConstructorOptions[] {
  const words = locale.startsWith('ja') ? JA : EN;
  const item = (role: keyof typeof EN & MenuItemConstructorOptions['role']) => ({ role, label: words[role] });
  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      item('about'),
      SEPARATOR,
      item('services'),
      SEPARATOR,
      ...[item('hide'), item('hideOthers'), item('unhide')],
      SEPARATOR,
      item('quit'),
    ],
  };
  return [
    ...(mac ? [appMenu] : []),
    {
      label: words.file,
      submenu: [
        { label: words.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: actions.newWindow },
        { label: words.openFolder, accelerator: 'CmdOrCtrl+O', click: actions.openFolder },
        SEPARATOR,
        item(mac ? 'close' : 'quit'),
      ],
    },
    {
      label: words.edit,
      submenu: [...[item('undo'), item('redo')], SEPARATOR, ...[item('cut'), item('copy'), item('paste'), item('selectAll')]],
    },
    {
      label: words.view,
      submenu: [
        item('reload'),
        ...(packaged ? [] : [item('toggleDevTools')]),
        SEPARATOR,
        ...[item('resetZoom'), item('zoomIn'), item('zoomOut')],
        SEPARATOR,
        item('togglefullscreen'),
      ],
    },
    {
      label: words.window,
      role: 'windowMenu',
      submenu: [item('minimize'), item('zoom'), ...(mac ? [SEPARATOR, item('front')] : [item('close')])],
    },
  ];
}
