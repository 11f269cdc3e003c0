import { createHash } from 'node:crypto'
import type { Diagnosed } from './diagnose.ts'
import { Html, html } from './html.ts'

const style = `
:root{color-scheme:light dark;font:16px/1.4 system-ui,sans-serif}
body{margin:0 auto;max-width:46rem;padding:.75rem}
h1{font-size:1.2rem;margin:.2rem 0}
h2{font-size:1rem;margin:1.2rem 0 .3rem}
p{margin:.2rem 0}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.2rem .5rem .2rem 0}
th,td{border-bottom:1px solid #8884;overflow-wrap:anywhere}
th{font-weight:600;width:40%}
thead th{width:auto}
.good{color:#0a7d32}
.bad{color:#c62828;font-weight:600}
.note{color:#777;font-size:.85rem}
@media(prefers-color-scheme:dark){.good{color:#5ec27a}.bad{color:#ff7b72}}
`

const metadata = new Html(
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="referrer" content="no-referrer">',
)

/** In one piece, because the policy has the hash of exactly this text. */
const styleElement = new Html(`<style>${style}</style>`)

/** Content-Security-Policy: no script, no picture, nothing from other sites. Only this style, by its hash. */
export const policy = (frames: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
  ].join('; ')

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const labels: Readonly<Record<string, string>> = {
  oper_status: 'Link',
  admin_state: 'Admin state',
  nway_status: 'Speed and duplex',
  admin_speed: 'Configured speed',
  medium_type: 'Medium',
  last_change: 'Last change',
  online: 'State',
  bind: 'Registration',
  admin: 'Admin state',
  rx: 'ONU receives, dBm',
  tx: 'ONU sends, dBm',
  olt_rx: 'OLT receives, dBm',
  olt_tx: 'OLT sends, dBm',
  temp: 'Temperature, °C',
  voltage: 'Voltage, V',
  bias: 'Bias, mA',
  distance: 'Distance, m',
  rx_power: 'Receives, dBm',
  tx_power: 'Sends, dBm',
  vcc: 'Voltage, V',
  tx_bias: 'Bias, mA',
  in_octets: 'Received, octets',
  out_octets: 'Sent, octets',
  mac_address: 'MAC',
  vlan_id: 'VLAN',
  last_down_reason: 'Why it went',
  last_reg: 'Last registration',
  last_dereg: 'Last deregistration',
  uptime: 'Uptime',
  power_mw: 'Power, mW',
}
const labelOf = (key: string) =>
  labels[key] ??
  key
    .replace(/^_/, '')
    .replaceAll('_', ' ')
    .replace(/^./, letter => letter.toUpperCase())
const words: Readonly<Record<string, 'good' | 'bad'>> = {
  Up: 'good',
  Online: 'good',
  OK: 'good',
  Down: 'bad',
  Offline: 'bad',
  LOS: 'bad',
  PowerOff: 'bad',
  Disabled: 'bad',
  Open: 'bad',
  Short: 'bad',
  OpenShort: 'bad',
}

/** A value for a person: text is text, lists are lines, what is no longer flat is written as pairs. */
function shown(value: unknown): Html {
  if (Array.isArray(value))
    return html`${value.map((one, nth) => html`${nth === 0 ? '' : html`<br />`}${shown(one)}`)}`
  if (isFields(value))
    return html`${Object.entries(value)
      .map(([key, inner]) => `${labelOf(key)} ${isFields(inner) ? '' : String(inner)}`.trim())
      .join(', ')}`
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
  const mark = Object.hasOwn(words, text) ? words[text] : undefined
  return mark ? html`<span class="${mark}">${text}</span>` : html`${text}`
}

const pairs = (fields: Fields): Html =>
  html`<table>
    ${Object.entries(fields).map(
      ([key, value]) =>
        html`<tr>
          <th>${labelOf(key)}</th>
          <td>${shown(value)}</td>
        </tr>`,
    )}
  </table>`
function rowsOf(rows: readonly Fields[]): Html {
  const keys = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return html`<table>
    <thead>
      <tr>
        ${keys.map(key => html`<th>${labelOf(key)}</th>`)}
      </tr>
    </thead>
    ${rows.map(
      row =>
        html`<tr>
          ${keys.map(key => html`<td>${key in row ? shown(row[key]) : ''}</td>`)}
        </tr>`,
    )}
  </table>`
}
const section = (title: string, inner: Html | null): Html =>
  inner
    ? html`<h2>${title}</h2>
        ${inner}`
    : new Html('')

function block(title: string, value: unknown): Html {
  if (value === null) return new Html('')
  if (!Array.isArray(value))
    return section(title, isFields(value) ? pairs(value) : html`<p>${shown(value)}</p>`)
  return section(
    title,
    value.length === 0
      ? html`<p>none</p>`
      : value.length === 1
        ? pairs(value[0] as Fields)
        : rowsOf(value as Fields[]),
  )
}

/** What the device told, a block for each module that answered. */
function blocksOf(data: Diagnosed['data']): Html[] {
  const onu = data.status
    ? Object.entries({
        ...data.status,
        description: data.description,
        name: data.name,
        ident: data.ident?.value ?? null,
      }).filter(([, value]) => value !== null)
    : []
  const rest =
    data.fdb_total !== null && data.fdb && data.fdb_total > data.fdb.length
      ? html`<p class="note">${data.fdb.length} of ${data.fdb_total} addresses</p>`
      : new Html('')
  return [
    block('Link', data.link_info),
    section('ONU', onu.length > 0 ? pairs(Object.fromEntries(onu)) : null),
    block('Optical levels', data.optical),
    block('Came and went', data.reasons),
    block('Cable', data.cable_diag),
    block('Errors', data.errors),
    block('Errors by kind', data.rmon),
    block('Ethernet ports', data.uni),
    block('MAC addresses', data.fdb),
    rest,
    block('VLANs', data.vlans),
    block('Transceiver', data.sfp?.media ?? null),
    block('Transceiver, measured', data.sfp?.optical ?? null),
    block('Power over Ethernet', data.poe),
    block('Traffic', data.counters),
    block('Maker', data.vendor),
    block('Configuration', data.configuration),
  ]
}

/** The diagnosis as a page of its own. */
export function cardOf({ iface, data, device_status: status, parts }: Diagnosed): string {
  const device = iface['device'] as { name: string; ip: string }
  const text = (key: string) => (typeof iface[key] === 'string' && iface[key] !== '' ? iface[key] : null)
  const stored = Object.fromEntries(
    ['description', 'comment', 'agreement', 'ip', 'serial'].flatMap(key =>
      text(key) === null ? [] : [[key, text(key)]],
    ),
  )
  const failed = [...parts].flatMap(
    ([
      module,
      {
        data: given,
        meta: { error, missing, time },
      },
    ]) =>
      error || missing.length > 0
        ? [
            {
              part: module,
              problem:
                error?.description ??
                `Did not arrive: ${missing
                  .slice(0, 5)
                  .map(({ what, reason }) => `${what} (${reason})`)
                  .join(', ')}`,
              shown: given === undefined ? 'nothing' : error && time ? `as of ${time}` : 'in part',
            },
          ]
        : [],
  )
  const oldest = [...parts.values()]
    .flatMap(({ meta }) => (meta.time === null ? [] : [meta.time]))
    .toSorted()[0]
  const body = html`<h1>${String(iface['name'])} <span class="note">${String(iface['type'])}</span></h1>
    <p>${device.name} ${device.ip}</p>
    <p>
      ${shown(data.status?.online ?? data.link_info?.[0]?.oper_status ?? iface['status'] ?? 'state unknown')}
    </p>
    ${status.error ? html`<p class="bad">${status.error}</p>` : ''}
    ${Object.keys(stored).length > 0 ? section('Stored', pairs(stored)) : ''} ${blocksOf(data)}
    ${failed.length > 0 ? section('Not all was read', rowsOf(failed)) : ''}
    ${oldest ? html`<p class="note">Read ${oldest} or later</p>` : ''}`
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${metadata}
        <title>${String(iface['name'])} ${device.name}</title>
        ${styleElement}
      </head>
      <body>
        ${body}
      </body>
    </html> `.text
}
