import { joins, type Tag } from './tags.ts'

/**
 * What a tag becomes: with its signs of whitespace, and with as many line breaks as it had. Inside of braces
 * they mean nothing, so that all lines keep their numbers.
 */
export function tagText(tag: Tag, code: string): string {
  const breaks = tag.raw.split('\n').length - 1 - (code.split('\n').length - 1) + (joins(tag) ? 1 : 0)
  const opened = tag.open ? code.replace(/^\{\{/, '{{~') : code
  const end = opened.endsWith('--}}')
    ? opened.length - 4
    : opened.endsWith('}}')
      ? opened.length - 2
      : opened.length
  const sign = opened.slice(end)
  const closed = tag.close ? sign.replace(/\}\}$/, '~}}') : sign
  return `${opened.slice(0, end)}${'\n'.repeat(Math.max(0, breaks))}${closed}`
}

/**
 * What is left of what cannot be converted: a comment, and a name that does not exist, so that it cannot run.
 */
export function lostText(tags: readonly Tag[]): string {
  const raw = tags.map(({ raw: each }) => each).join('')
  const code = `{{!-- ${raw.replaceAll('--}}', '-- }}')} --}}{{not_converted}}`
  return joins(tags.at(-1)) ? code.replace(/\}\}$/, '\n}}') : code
}
