import type { Tag } from './tags.ts'

/** A part of a Twig template. */
export type Node =
  | { kind: 'text' | 'output' | 'comment' | 'statement'; tag: Tag }
  | { kind: 'if'; branches: Branch[]; end: Tag }
  | { kind: 'for'; branches: Branch[]; end: Tag }
  /** Tags that have no counterpart, with all between them. */
  | { kind: 'lost'; tags: Tag[]; message: string; hint: string }

/** `{% if … %}`, `{% elseif … %}`, `{% else %}` or `{% for … %}` with what comes after it. */
export interface Branch {
  tag: Tag
  body: Node[]
}

const lone = new Set([
  'include',
  'extends',
  'import',
  'from',
  'use',
  'do',
  'flush',
  'deprecated',
  'types',
  'guard',
])
const isBlockSet = ({ word, body }: Tag) => word === 'set' && !body.includes('=')

interface Cursor {
  tags: readonly Tag[]
  paired: ReadonlySet<Tag>
  /** Where each statement stands for the last time. */
  last: ReadonlyMap<string, number>
  at: number
}

const lost = (tags: Tag[], message: string, hint: string): Node => ({ kind: 'lost', tags, message, hint })

/** All up to the end of a statement with an end of its own. */
function region(cursor: Cursor, from: number, ends: string): Node {
  const word = ends.slice(3)
  let depth = 0
  for (; cursor.at < cursor.tags.length; cursor.at++) {
    const tag = cursor.tags[cursor.at]!
    if (tag.word === word && (word !== 'set' || isBlockSet(tag))) depth++
    if (tag.word === ends && --depth === 0) {
      cursor.at++
      break
    }
  }
  const message = `\`{% ${word} %}\` has no counterpart`
  const hint =
    word === 'set' ? 'Write `{{set "name" (concat …)}}`.' : 'Use a block (`{{> name}}`) or a helper.'
  return lost(cursor.tags.slice(from, cursor.at), message, hint)
}

/** Statements inside of each other. */
const maxDepth = 40

/** The `if` and `for` that have an end, and these ends. */
function pairsOf(tags: readonly Tag[]): ReadonlySet<Tag> {
  const paired = new Set<Tag>()
  const open: Tag[] = []
  for (const tag of tags) {
    if (tag.word === 'if' || tag.word === 'for') open.push(tag)
    if (tag.word !== 'endif' && tag.word !== 'endfor') continue
    const at = open.findLastIndex(({ word }) => `end${word}` === tag.word)
    if (at < 0) continue
    if (at < maxDepth) paired.add(open[at]!).add(tag)
    open.length = at
  }
  return paired
}

/** A statement with branches, which has an end. */
function branched(cursor: Cursor, kind: 'if' | 'for'): Node {
  const from = cursor.at
  const branches: Branch[] = []
  for (;;) {
    const tag = cursor.tags[cursor.at++]
    // Its end stands inside of a statement that is lost.
    if (!tag)
      return lost(cursor.tags.slice(from), `\`{% ${kind} %}\` is never closed`, 'Close it where it ends.')
    if (tag.word === `end${kind}`) return { kind, branches, end: tag }
    branches.push({ tag, body: nodesOf(cursor, kind) })
  }
}

/** Parts up to a tag that belongs to the statement around. */
function nodesOf(cursor: Cursor, around: 'if' | 'for' | null): Node[] {
  const nodes: Node[] = []
  const stops = around === 'if' ? ['elseif', 'else', 'endif'] : around === 'for' ? ['else', 'endfor'] : []
  while (cursor.at < cursor.tags.length) {
    const from = cursor.at
    const tag = cursor.tags[from]!
    const { kind, word } = tag
    if (stops.includes(word) && (!word.startsWith('end') || cursor.paired.has(tag))) return nodes
    const ended = (cursor.last.get(`end${word}`) ?? -1) > from
    if (!tag.closed) {
      cursor.at++
      nodes.push(lost([tag], 'the braces are not closed', 'Close them.'))
    } else if (kind !== 'statement') {
      cursor.at++
      nodes.push({ kind, tag })
    } else if ((word === 'if' || word === 'for') && cursor.paired.has(tag)) nodes.push(branched(cursor, word))
    else if ((word === 'set' && !isBlockSet(tag)) || word === 'include') {
      cursor.at++
      nodes.push({ kind, tag })
    } else if (!lone.has(word) && ended) nodes.push(region(cursor, from, `end${word}`))
    else {
      cursor.at++
      const known = ['if', 'for', 'elseif', 'else'].includes(word) || word.startsWith('end')
      nodes.push(
        lost(
          [tag],
          known ? `\`{% ${word} %}\` stands alone` : `\`{% ${word} %}\` has no counterpart`,
          known
            ? 'Its beginning or its end is missing, or it is too deep.'
            : 'Use a block (`{{> name}}`) or a helper.',
        ),
      )
    }
  }
  return nodes
}

/** The tree of a Twig template. */
export const treeOf = (tags: readonly Tag[]): Node[] =>
  nodesOf({ tags, paired: pairsOf(tags), last: new Map(tags.map(({ word }, at) => [word, at])), at: 0 }, null)
