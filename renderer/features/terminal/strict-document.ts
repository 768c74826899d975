/**
 * The document as the screen of a terminal may use it. It writes style sheets as elements and styles as attributes, both of which
 * the page's policy refuses; here they go through the object model of styles, which the policy allows.
 */
export function strictDocument(): Document {
  return new Proxy(document, {
    get(target, name) {
      if (name === 'createElement') return createElement;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function createElement(tag: string): HTMLElement {
  if (tag === 'style') return createStyleStandIn();
  const element = document.createElement(tag);
  if (tag === 'span') {
    element.setAttribute = (name: string, value: string) => {
      if (name === 'style') element.style.cssText = value;
      else Element.prototype.setAttribute.call(element, name, value);
    };
  }
  return element;
}

/** An element that shows nothing, whose text becomes a style sheet of the document for as long as it stands in it. */
function createStyleStandIn(): HTMLElement {
  const element = document.createElement('template');
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  Object.defineProperty(element, 'textContent', { set: (css: string) => sheet.replaceSync(css) });
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    Element.prototype.remove.call(element);
  };
  return element;
}
