import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { Finding, Repository } from '../repository.ts'

const withoutCode = (text: string): string =>
  text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '')

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
    const slug = plain.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    anchors.add(times ? `${slug}-${times}` : slug)
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id)
  return anchors
}

/** Relative links and their anchors lead to something. Links to other hosts are not followed. */
function linkMessages(file: string, pages: ReadonlyMap<string, string>, exists: (path: string) => boolean) {
  const text = withoutCode(pages.get(file)!)
  return [...text.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].flatMap(([, target = '']): string[] => {
    if (/^[a-z]+:/i.test(target)) return []
    const [path = '', anchor] = target.split('#')
    const to = path ? normalize(join(dirname(file), decodeURI(path))) : file
    if (!pages.has(to) && !exists(to)) return [`the link ${target} leads nowhere`]
    if (!anchor || !pages.has(to) || anchorsOf(pages.get(to)!).has(decodeURI(anchor).toLowerCase())) return []
    return [`the link ${target} leads to no heading of ${to}`]
  })
}

const listPage = 'CONTRIBUTING.md'
/** Pages that others wrote, or that repeat words of devices. */
const foreign = /(^|\/)recordings\//

/** The words of the table in CONTRIBUTING.md, below the heading "Words". */
function unwanted(page: string): { word: string; instead: string }[] {
  const [, section = ''] = page.split(/^## Words$/m)
  const rows = section.split(/^## /m)[0]!.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)
  return [...rows].slice(1).flatMap(([, words = '', instead = '']) =>
    words
      .split(',')
      .map(word => word.trim())
      .filter(Boolean)
      .map(word => ({ word, instead: instead.trim() })),
  )
}

/** Pages, and every text in the sources that is no comment, are free of the words of that table. */
function wordFindings(repository: Repository): Finding[] {
  const words = unwanted(repository.pages.get(listPage) ?? '')
  if (words.length === 0) return [{ file: listPage, message: 'has no table of words below "## Words"' }]
  const pattern = new RegExp(`(?<![\\w-])(${words.map(({ word }) => word).join('|')})(?![\\w-])`, 'i')
  const insteadOf = (found: string) =>
    words.find(({ word }) => new RegExp(`^${word}$`, 'i').test(found))!.instead
  const sources = repository.packages.flatMap(({ folder, files }) =>
    // The simulator speaks as devices do.
    folder === 'core/simulator' ? [] : [...files].filter(([file]) => file.startsWith(`${folder}/src/`)),
  )
  const isText = (line: string) => /['`"].*['`"]/.test(line) && !/^\s*(\/\/|\*|\/\*)|\/[a-z]*i,?$/.test(line)
  const texts = [
    ...sources.map(([file, text]) => ({
      file,
      text: text.split('\n').map(line => (isText(line) ? line : '')),
    })),
    ...[...repository.pages]
      .filter(([file]) => !foreign.test(file))
      .map(([file, text]) => ({
        file,
        text: (file === listPage ? text.split(/^## Words$/m)[0]! : withoutCode(text)).split('\n'),
      })),
  ]
  return texts.flatMap(({ file, text }) =>
    text.flatMap((line): Finding[] => {
      const found = pattern.exec(line)?.[1]
      if (!found) return []
      return [{ file, message: `"${found}": ${insteadOf(found)} (in: ${line.trim().slice(0, 60)})` }]
    }),
  )
}

const excuse = /<!-- Not typed by a test: .+ -->\s*$/
/** Pages that people follow. */
const followed = /^(docs\/(?!project\/)|deploy\/|README\.md$|CONTRIBUTING\.md$)/

/** A block of commands is typed by a test that names its page, or the comment before it says why not. */
function untypedFindings({ pages, loose }: Repository): Finding[] {
  const tests = [...loose].filter(([file]) => file.startsWith('test/')).map(([, text]) => text)
  return [...pages].flatMap(([file, text]): Finding[] => {
    const isTyped = () => tests.some(test => test.includes(`'${file}'`) || test.includes(`\`${file}\``))
    if (!followed.test(file) || isTyped()) return []
    return [...text.matchAll(/^ *```sh.*$/gm)]
      .filter(({ index }) => !excuse.test(text.slice(0, index)))
      .map(({ index }) => {
        const line = text.slice(0, index).split('\n').length
        const way = 'let a test type this block, or write "<!-- Not typed by a test: why -->" before it'
        return { file, message: `line ${line}: ${way}` }
      })
  })
}

/** Every page: links that lead nowhere, words that are not wanted, commands that nobody types. */
export function checkPages(
  repository: Repository,
  exists: (path: string) => boolean = path => existsSync(join(repository.root, path)),
): Finding[] {
  const links = [...repository.pages.keys()]
    .filter(file => !foreign.test(file))
    .flatMap(file => linkMessages(file, repository.pages, exists).map(message => ({ file, message })))
  return [...links, ...wordFindings(repository), ...untypedFindings(repository)]
}
