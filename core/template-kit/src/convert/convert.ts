import type { Finding } from '../contract/finding.ts'
import { isProblem, problem } from './problem.ts'
import type { Scope } from './scope.ts'
import { conditionOf, includeOf, loopOf, namesSet, outputOf, setOf } from './statements.ts'
import { joins, tagsOf, type Tag } from './tags.ts'
import { treeOf, type Branch, type Node } from './tree.ts'

/**
 * What a tag becomes: with its signs of whitespace, and with as many line breaks as it had. Inside of braces
 * they mean nothing, so that all lines keep their numbers.
 */
function tagText(tag: Tag, code: string): string {
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
function lostText(tags: readonly Tag[]): string {
  const raw = tags.map(({ raw: each }) => each).join('')
  const code = `{{!-- ${raw.replaceAll('--}}', '-- }}')} --}}{{not_converted}}`
  return joins(tags.at(-1)) ? code.replace(/\}\}$/, '\n}}') : code
}

/** A template of Twig in Handlebars, and what could not be converted. */
export interface Converted {
  text: string
  findings: Finding[]
}

/** What conversion needs to tell findings and to join lines. */
interface Work {
  findings: Finding[]
  /** The tag before this text takes its line break. */
  joined: ReadonlySet<Tag>
  /** The first part of all. */
  first: Tag | undefined
}

type Severity = Finding['severity']

/** Most findings of one text. */
const maxFindings = 200

function say(
  { findings }: Work,
  { line, column }: Tag,
  code: string,
  message: string,
  hint: string,
  severity?: Severity,
) {
  if (findings.length >= maxFindings) return
  findings.push({ severity: severity ?? 'error', code, message, hint, where: 'template', line, column })
}

/** All tags of a node, so that nothing of it is lost from the comment. */
function tagsIn(part: Node): Tag[] {
  if (part.kind === 'lost') return part.tags
  if (part.kind !== 'if' && part.kind !== 'for') return [part.tag]
  return [...part.branches.flatMap(({ tag, body }) => [tag, ...body.flatMap(tagsIn)]), part.end]
}

function converted(tag: Tag, scope: Scope, work: Work, make: () => string): string {
  const code = make()
  for (const { code: name, message, hint } of scope.notes.splice(0))
    say(work, tag, name, message, hint, 'warning')
  if (tag.partly)
    say(work, tag, 'CONVERT_WHITESPACE', '`~` has no counterpart', 'Write `-` for it, or nothing.', 'warning')
  return tagText(tag, code)
}

/** Stands after a backslash at the end of a text, until it is known what comes after it. */
const mark = '\0'

function plain(tag: Tag, work: Work): string {
  const text = work.joined.has(tag) ? tag.raw.slice(1) : tag.raw
  // A brace after braces would belong to them.
  const before = text.replace(/^\}+/, braces => (work.first === tag ? braces : `{{concat "${braces}"}}`))
  return before.endsWith('\\') ? `${before}${mark}` : before
}

/** A backslash before braces would make them text: there are two then. */
const withBackslashes = (text: string): string =>
  text.replaceAll(`\\${mark}{{`, '\\\\{{').replaceAll(`\\${mark}`, '\\')

function single(tag: Tag, kind: 'output' | 'comment' | 'statement', scope: Scope, work: Work): string {
  if (kind === 'comment') return tagText(tag, `{{!-- ${tag.body.replaceAll('--}}', '-- }}')} --}}`)
  return converted(tag, scope, work, () => {
    if (kind === 'output') return outputOf(tag.body, scope)
    return tag.word === 'set' ? setOf(tag.body, scope) : includeOf(tag.body, scope)
  })
}

/** @throws Problem if `else` is not the last branch, or something stands in `else` or the end */
function checkBranches(branches: readonly Branch[], end: Tag): void {
  const early = branches.slice(0, -1).some(({ tag }) => tag.word === 'else')
  const more = [...branches.map(({ tag }) => tag), end].find(
    ({ word, body }) => /^(else|end)/.test(word) && word !== 'elseif' && word !== body,
  )
  if (!early && !more) return
  const what = more ? `\`{% ${more.word} %}\` has more than its name` : 'a branch comes after `else`'
  throw problem('CONVERT_SYNTAX', what, 'Correct it: `if`, `elseif`, `else`, `endif`.')
}

function conditional(branches: readonly Branch[], end: Tag, scope: Scope, work: Work): string {
  const opens = branches.map(({ tag }) =>
    converted(tag, scope, work, () => (tag.word === 'else' ? '{{else}}' : conditionOf(tag.body, scope))),
  )
  const bodies = branches.map(({ body }, at) => `${opens[at]}${nodes(body, scope, work)}`)
  return `${bodies.join('')}${tagText(end, '{{/if}}')}`
}

function loop([first, other]: readonly Branch[], end: Tag, scope: Scope, work: Work): string {
  const made = loopOf(first!.tag.body, scope)
  const open = converted(first!.tag, scope, work, () => made.open)
  const body = `${open}${nodes(first!.body, made.inside, work)}`
  if (!other) return `${body}${tagText(end, made.end)}`
  const rest = `${tagText(other.tag, made.other)}${nodes(other.body, scope, work)}`
  return `${body}${rest}${tagText(end, made.endOther)}`
}

/** One node. What cannot be converted is told, and left as a comment. */
function node(each: Node, scope: Scope, work: Work): string {
  if (each.kind === 'text') return plain(each.tag, work)
  const tags = tagsIn(each)
  if (each.kind === 'lost') {
    say(work, tags[0]!, 'CONVERT_TAG', each.message, each.hint)
    return lostText(tags)
  }
  try {
    if (each.kind === 'if' || each.kind === 'for') checkBranches(each.branches, each.end)
    if (each.kind === 'if') return conditional(each.branches, each.end, scope, work)
    if (each.kind === 'for') return loop(each.branches, each.end, scope, work)
    return single(each.tag, each.kind, scope, work)
  } catch (error) {
    if (!isProblem(error)) throw error
    scope.notes.length = 0
    say(work, tags[0]!, error.code, error.message, error.hint)
    return lostText(tags)
  }
}

const nodes = (all: readonly Node[], scope: Scope, work: Work): string =>
  all.map(each => node(each, scope, work)).join('')

/**
 * A template of Twig in Handlebars, line by line: line n of the result is line n of the text. What has no
 * counterpart is named in `findings`, and left as a comment with `{{not_converted}}`, which does not render:
 * a template that lacks a part must not run.
 */
export function convertTwig(text: string): Converted {
  const clean = text.replace(/\r\n?/g, '\n')
  const tags = tagsOf(clean)
  const joined = new Set(tags.filter((_, at) => joins(tags[at - 1])))
  const work: Work = { findings: [], joined, first: tags[0] }
  const sets = namesSet(tags.filter(({ word }) => word === 'set').map(({ body }) => body))
  const scope: Scope = {
    items: new Set(),
    sets: new Set(sets),
    list: null,
    before: null,
    kept: { count: 0 },
    notes: [],
  }
  return { text: withBackslashes(nodes(treeOf(tags), scope, work)), findings: work.findings }
}
