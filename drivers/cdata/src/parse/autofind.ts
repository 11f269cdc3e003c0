import { parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'
import { clockText } from '../columns.ts'
import { cellOf, linesOf, proven } from './lines.ts'

/** A block of `show ont autofind all`. */
export interface Found {
  /** Serial number, or MAC address of an EPON ONU; null: neither can be read. */
  ident: string | null
  slot: number
  port: number
  password: string | null
  version: string | null
  firmware: string | null
  equipment: string | null
  loid: string | null
  checkCode: string | null
  since: string | null
}

const key = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** Blocks of `Key : value`; each begins with its frame and slot. */
function blocksOf(output: string): Map<string, string>[] {
  const blocks: Map<string, string>[] = []
  for (const line of linesOf(output)) {
    const [, name, value = ''] = /^([A-Za-z][\w /()-]{0,40}?)\s*:\s*(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    const word = key(name)
    if (word === 'frameslot' || word === 'fs' || word === 'fsp') blocks.push(new Map())
    const last = blocks.at(-1)
    if (last && !last.has(word)) last.set(word, value.trim())
  }
  return blocks
}

/** `43445443AABBCCDD (CDTC-AABBCCDD)` and `CDTCAABBCCDD (CDTC-AABBCCDD)`; a MAC address on EPON. */
function identOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const [, outside = '', inside] = /^([^(]*)(?:\(([^)]*)\))?/.exec(text) ?? []
  return (
    (inside === undefined ? null : parseOnuSerial(inside)) ??
    parseOnuSerial(outside) ??
    parseMac(outside.trim())
  )
}

/** `show ont autofind all` of FD16xx and FD17xx. */
export function parseAutofind(output: string): Found[] {
  const rows = blocksOf(output).flatMap((block): Found[] => {
    const text = (...names: string[]) =>
      cellOf(names.map(name => block.get(name)).find(value => value !== undefined))
    const place = /^\d+\/(\d+)(?:\/(\d+))?$/.exec(text('frameslot', 'fs', 'fsp') ?? '')
    const port = Number(place?.[2] ?? text('port', 'portid'))
    if (!place || !Number.isInteger(port) || port < 1) return []
    return [
      {
        ident: identOf(text('sn', 'ontsn', 'mac', 'ontmac') ?? undefined),
        slot: Number(place[1]),
        port,
        password: text('password', 'ontpassword'),
        version: text('ontversion'),
        firmware: text('ontsoftwareversion'),
        equipment: text('equipmentid', 'ontequipmentid'),
        loid: text('loid', 'ontloid'),
        checkCode: text('checkcode', 'ontcheckcode'),
        since: clockText(text('lastautofindtime', 'autofindtime', 'ontautofindtime') ?? ''),
      },
    ]
  })
  return proven(rows, output, /total/i, 'show ont autofind all')
}
