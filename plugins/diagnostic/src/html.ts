/** Text of a page: nothing in it is markup any more. */
export class Html {
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
 * Controls that browsers drop or act on, and those that turn the direction of text around and so let it lie:
 * they are shown as what they are, foreign.
 */
const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export const escaped = (text: string): string =>
  text.replace(/[&<>"'`]/g, mark => entities[mark]!).replace(unseen, '\ufffd')

type Value = Html | string | number | readonly Html[]

const written = (value: Value): string =>
  value instanceof Html
    ? value.text
    : Array.isArray(value)
      ? value.map(written).join('')
      : escaped(String(value))

/**
 * A piece of a page. Whatever is put in is text, unless it is such a piece itself. Attributes must stand in
 * double quotes.
 */
export const html = (pieces: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(pieces.map((piece, nth) => (nth === 0 ? piece : written(values[nth - 1]!) + piece)).join(''))
