import type { Terminal } from '@xterm/xterm';

const XHTML = 'http://www.w3.org/1999/xhtml';

/**
 * Opens a terminal's screen in an element, under the page's policy. While it opens it makes style elements, and for every row it writes style
 * attributes, both of which the policy refuses; here they go through the object model of styles, which the policy allows.
 */
export function openStrictly(terminal: Terminal, element: HTMLElement): void {
  HTMLSpanElement.prototype.setAttribute = setAttribute;
  Object.defineProperty(document, 'createElement', { configurable: true, value: createElement });
  try {
    terminal.open(element);
  } finally {
    Reflect.deleteProperty(document, 'createElement');
  }
}

function setAttribute(this: HTMLSpanElement, name: string, value: string): void {
  if (name === 'style') this.style.cssText = value;
  else Element.prototype.setAttribute.call(this, name, value);
}

function createElement(tag: string): HTMLElement {
  return tag === 'style' ? createStyleStandIn() : document.createElementNS(XHTML, tag);
}

/** An element that shows nothing, whose text becomes a style sheet of the document for as long as it stands in it. */
function createStyleStandIn(): HTMLElement {
  const element = document.createElementNS(XHTML, 'template');
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  Object.defineProperty(element, 'textContent', { set: (css: string) => sheet.replaceSync(css) });
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    Element.prototype.remove.call(element);
  };
  return element;
}
