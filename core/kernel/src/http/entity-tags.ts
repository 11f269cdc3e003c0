import { createHash } from 'node:crypto'
import { codings, type Coding } from './accept.ts'

/** Strong entity tag (RFC 9110 §8.8.3) of a content as it is. */
export const tagOf = (content: string | Buffer): string =>
  `"${createHash('sha1').update(content).digest('base64url')}"`

/** The tag of the same content in a coding: these are other octets, so a strong tag is another one. */
export const codedTag = (tag: string, coding: Coding | undefined): string =>
  coding ? tag.replace(/"$/, `-${coding}"`) : tag

const tagsIn = (header: string) => header.split(',').map(tag => tag.trim())
const formsOf = (tag: string) => [tag, ...codings.map(coding => codedTag(tag, coding))]

/** Whether `If-None-Match` has the tag of a content: weak comparison (RFC 9110 §13.1.2), in any coding. */
export const isKnown = (header: string, tag: string): boolean =>
  tagsIn(header).some(given => given === '*' || formsOf(tag).includes(given.replace(/^W\//, '')))

/** Whether `If-Match` has the tag of a content: strong comparison (RFC 9110 §13.1.1), in any coding. */
export const isMatched = (header: string, tag: string): boolean =>
  tagsIn(header).some(given => given === '*' || formsOf(tag).includes(given))

/** Whether `If-Match` has nothing but weak tags, which never match. */
export const isWeak = (header: string): boolean => tagsIn(header).every(given => given.startsWith('W/'))
