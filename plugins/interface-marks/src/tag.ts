import { fail } from './errors.ts'
import { TAG_LENGTH } from './schemas.ts'

/** Controls, direction marks, lone surrogates and line ends, but for the two joiners that scripts need. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** Would be taken for a step in a path, where a tag stands in one. */
const noPath = new Set(['.', '..'])

/**
 * A tag in its one form: composed, without blanks at its ends. Throws INTERFACE_MARKS_TAG_INVALID naming its
 * place.
 */
function tagOf(text: string, nth: number): string {
  const tag = text.normalize('NFC').trim()
  if (tag === '' || tag.length > TAG_LENGTH || invisible.test(tag) || noPath.has(tag))
    throw fail('INTERFACE_MARKS_TAG_INVALID', {}, [{ path: `tags.${nth}`, message: 'is no tag' }])
  return tag
}

/** Tags of an interface, each once. Throws INTERFACE_MARKS_TAG_INVALID, INTERFACE_MARKS_TAGS_FULL. */
export function tagsOf(texts: readonly string[], most: number): string[] {
  const tags = [...new Set(texts.map(tagOf))]
  if (tags.length > most)
    throw fail('INTERFACE_MARKS_TAGS_FULL', { most }, [{ path: 'tags', message: `has more than ${most}` }])
  return tags
}
