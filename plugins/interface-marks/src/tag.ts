import { fail } from './errors.ts'

/** In UTF-16 code units. */
export const maxTagLength = 64

/** Controls, direction marks, lone surrogates and line ends, except the two joiners that scripts need. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** Clients take these for steps of a path, and a tag stands in a path. */
const pathSteps = new Set(['.', '..'])

/** A tag in its one form: composed (NFC), without blanks at its ends. @throws INTERFACE_MARKS_TAG_INVALID */
function tagOf(text: string, position: number): string {
  const tag = text.normalize('NFC').trim()
  if (tag === '' || tag.length > maxTagLength || invisible.test(tag) || pathSteps.has(tag))
    throw fail('INTERFACE_MARKS_TAG_INVALID', {}, [{ path: `tags.${position}`, message: 'is not a tag' }])
  return tag
}

/** The tags of an interface, each once. @throws INTERFACE_MARKS_TAG_INVALID, INTERFACE_MARKS_TAGS_FULL */
export function tagsOf(texts: readonly string[], max: number): string[] {
  const tags = [...new Set(texts.map(tagOf))]
  if (tags.length > max)
    throw fail('INTERFACE_MARKS_TAGS_FULL', { most: max }, [
      { path: 'tags', message: `has more than ${max}` },
    ])
  return tags
}
