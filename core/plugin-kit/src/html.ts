import { brand } from '@linecard/driver-kit'

/** A piece of HTML, with all texts in it escaped. */
export class Html {
  static {
    brand(this, 'Html')
  }
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}
/**
 * Characters that a browser drops or obeys, and those that reverse the direction of text and so can deceive.
 * They are shown as U+FFFD.
 */
const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A text as HTML, for content and for attributes in quotes. What a browser drops or obeys becomes U+FFFD. */
export const escapedHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, mark => entities[mark]!).replace(unseen, '\ufffd')

type Value = Html | string | number | readonly Html[]

const written = (value: Value): string =>
  value instanceof Html
    ? value.text
    : Array.isArray(value)
      ? value.map(written).join('')
      : escapedHtml(String(value))

/**
 * Template tag for HTML. Values are escaped, except pieces that this tag made. Attributes must stand in
 * double quotes.
 */
export const html = (pieces: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(pieces.map((piece, nth) => (nth === 0 ? piece : written(values[nth - 1]!) + piece)).join(''))
