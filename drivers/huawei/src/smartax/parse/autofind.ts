import { parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'
import type { PortPlace, WaitingFacts } from '@linecard/driver-kit/onus'

/** An ONU that waits, as `display ont autofind all` prints it. */
export interface Found {
  type: 'gpon' | 'epon'
  port: PortPlace
  facts: WaitingFacts
}

const field = /^\s*([A-Za-z][\w/ ]{0,30}?)\s*:\s?(.*)$/
const place = /^(\d+)\s*\/\s*(\d+)\s*\/\s*(\d+)$/

const textOf = (value: string | undefined): string | null =>
  value === undefined || /^(?:-+|0x0*|)$/i.test(value.trim()) ? null : value.trim()

/** The local time of `2026-03-05 08:00:00+02:00`. */
const momentOf = (value: string | undefined): string | null =>
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/.exec(value ?? '')?.[0] ?? null

function foundOf(cells: ReadonlyMap<string, string>): Found | null {
  const at = place.exec(cells.get('f/s/p') ?? '')
  if (!at) return null
  const serial = parseOnuSerial((cells.get('ont sn') ?? '').split(' ')[0]!)
  const mac = serial === null ? parseMac(cells.get('ont mac') ?? cells.get('mac') ?? '') : null
  const equipment = textOf(cells.get('ont equipmentid') ?? cells.get('equipmentid'))
  return {
    type: serial === null ? 'epon' : 'gpon',
    port: { shelf: Number(at[1]), slot: Number(at[2]), port: Number(at[3]) },
    facts: {
      ident: serial ?? mac,
      password: textOf(cells.get('password')),
      model: textOf(cells.get('ontmodel')) ?? equipment,
      version: textOf(cells.get('ont version')),
      firmware: textOf(cells.get('ont softwareversion')),
      equipment,
      loid: textOf(cells.get('loid')),
      checkCode: textOf(cells.get('checkcode')),
      since: momentOf(cells.get('ont autofind time')),
    },
  }
}

/** Blocks of `key : value`, each beginning with its number. Null: neither a block nor "does not exist". */
export function readAutofind(text: string): Found[] | null {
  const blocks: Map<string, string>[] = []
  for (const line of text.split('\n')) {
    const [, name, value] = field.exec(line) ?? []
    if (name === undefined) continue
    if (/^number$/i.test(name)) blocks.push(new Map())
    blocks.at(-1)?.set(name.toLowerCase(), value!.trim())
  }
  if (blocks.length > 0) return blocks.flatMap(block => foundOf(block) ?? [])
  return /^\s*Failure\s?:.*(?:automatically found|autofind).*not exist/im.test(text) ? [] : null
}
