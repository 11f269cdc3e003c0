import { readFile, writeFile } from 'node:fs/promises'
import type { Part } from './part.ts'
import type { Result } from './result.ts'
import { standardTable, standardVendors } from './standard.ts'

export const firstContactPage = 'docs/project/first-contact.md'

const introduction = `# First contact

<!-- Written by npm run test:recordings; do not edit. -->

How Linecard reads devices that nobody has looked at. A fifth of the recordings is closed: the hash of its name
decides (\`test/recordings/part.ts\`), and no driver is built with it. \`npm run test:recordings -- --closed\`
reads only these and shows sums; the usual run reads the open ones. The drivers before the split were built with
all recordings, so in the areas that were compared then, the closed part is not quite a first contact.

The tables count each row of the standard tables of the recordings, of all equipment. Answered: our answer has
the row. Said: it has not, and says so (\`missing\`, the model has no such module, or the module needs a console
or an API, which is not recorded). Excused: a checked reason explains it, see
[driver-fidelity.md](driver-fidelity.md). Wrong: our answer has other values. Silent: the row is not in an
answer that says it is whole.
`

/** Parts of the page: `olts` are five OLTs that were met when their drivers were finished. */
type Section = Part | 'olts'

const marks = (part: Section): [string, string] => [`<!-- ${part} -->`, `<!-- end of ${part} -->`]
function sectionIn(page: string, part: Section): string | null {
  const [from, to] = marks(part)
  const [start, end] = [page.indexOf(from), page.indexOf(to)]
  return start < 0 || end < start ? null : page.slice(start + from.length, end).trim()
}

/** The sections of the page by part. */
const titles: Readonly<Record<Section, string>> = {
  closed: '## Closed part',
  olts: '## Five OLTs met by finished drivers',
  open: '## Open part',
}

/** The section of one part: sums only. */
export const sectionOf = (results: readonly Result[], note: readonly string[] = []): string =>
  [
    ...note,
    `${results.length} recordings.`,
    '',
    ...standardTable(results),
    '',
    ...standardVendors(results),
  ].join('\n')

/** The page with a new section of a part; the other sections stay. */
export function pageWith(before: string | null, part: Section, section: string): string {
  const parts = (['closed', 'olts', 'open'] as const).flatMap(one => {
    const text = one === part ? section : sectionIn(before ?? '', one)
    const [from, to] = marks(one)
    return text === null ? [] : [`${titles[one]}\n\n${from}\n\n${text}\n\n${to}\n`]
  })
  return [introduction, ...parts].join('\n')
}

/** Writes the section of a part. Returns whether the page has changed. */
export async function writeSection(part: Section, section: string): Promise<boolean> {
  const before = await readFile(firstContactPage, 'utf8').catch(() => null)
  const after = pageWith(before, part, section)
  if (before !== after) await writeFile(firstContactPage, after)
  return before !== after
}
