import type { ExpectedPort } from './folder.ts'
import type { Port } from './ask.ts'

export const areas = ['interface', 'name', 'oper', 'admin', 'description'] as const
export type Area = typeof areas[number]

/** What the recording itself holds for an ifIndex; null where it has no such object. */
export interface Raw { present: boolean, ifType: number | null, oper: number | null, admin: number | null, name: string | null, descr: string | null, alias: string | null }

/** One port three ways: as the other system says, as we say, and as the recording holds it. */
export interface Pair { expected: ExpectedPort | null, ours: Port | null, raw: Raw }

/** Why a difference is right, or at least understood: a named habit or fault of one side. The first that fits counts. */
export interface Reason { id: string, area: Area, text: string, fits(pair: Pair): boolean }

/** Blanks at the ends, doubled blanks and control characters make no other text. */
const bare = (text: string | null | undefined) => (text ?? '').replace(/\p{Cc}/gu, ' ').trim().replace(/\s+/g, ' ')
const same = (a: string | null | undefined, b: string | null | undefined) => bare(a) === bare(b)

export const reasons: readonly Reason[] = [
  { id: 'not-present', area: 'interface', text: 'ifOperStatus of the row is notPresent (an empty slot or stack member); the other system leaves such rows out.',
    fits: ({ expected, raw }) => !expected && raw.present && raw.oper === 6 },
  { id: 'left-out', area: 'interface', text: 'The row stands in the recording\'s ifTable or ifXTable; the other system leaves it out by its own list of ignored names and types.',
    fits: ({ expected, ours, raw }) => !expected && ours !== null && raw.present },
  { id: 'made-up', area: 'interface', text: 'The recording has no row with this ifIndex in ifTable or ifXTable; the other system makes a port of another table.',
    fits: ({ ours, raw }) => !ours && !raw.present },
  { id: 'renamed', area: 'name', text: 'We say the device\'s ifName (ifDescr where it has none); the other system renames ports of this vendor.',
    fits: ({ ours, raw }) => same(ours?.name, raw.name || raw.descr) },
  { id: 'alias-fallback', area: 'description', text: 'The device has no ifAlias for the port, or an empty one: we say so, the other system shows ifDescr or ifName in its place.',
    fits: ({ expected, ours, raw }) => !ours?.description && bare(raw.alias) === '' && (same(expected?.ifAlias, raw.descr) || same(expected?.ifAlias, raw.name) || same(expected?.ifAlias, expected?.ifName)) },
  { id: 'control-characters', area: 'description', text: 'The ifAlias holds nothing but control characters: we say null, the other system shows dots for them.',
    fits: ({ expected, ours, raw }) => !ours?.description && bare(raw.alias) === '' && /^\.*$/.test(expected?.ifAlias ?? '') },
  { id: 'blanks', area: 'description', text: 'The same text; the other system keeps or drops blanks at its ends.', fits: ({ expected, ours }) => same(expected?.ifAlias, ours?.description) },
  { id: 'no-such-state', area: 'oper', text: 'The device sends a number that ifOperStatus does not define: we say null, the other system shows the number.', fits: ({ ours, raw }) => ours?.oper === null && !(raw.oper! >= 1 && raw.oper! <= 7) },
  { id: 'no-such-admin', area: 'admin', text: 'The device sends a number that ifAdminStatus does not define: we say null, the other system shows the number.', fits: ({ ours, raw }) => ours?.admin === null && !(raw.admin! >= 1 && raw.admin! <= 3) },
]
