import { Html, html } from '@linecard/plugin-kit/html'
import { withoutNulls } from '../blocks/known.ts'

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
  last_down_reason: 'Reason of the last deregistration',
  last_reg: 'Last registration',
  last_dereg: 'Last deregistration',
  uptime: 'Uptime',
  power_mw: 'Power, mW',
}
/** The label of a field. A field without its own label shows its name. */
const fieldLabelOf = (key: string) =>
  labels[key] ??
  key
    .replace(/^_/, '')
    .replaceAll('_', ' ')
    .replace(/^./, letter => letter.toUpperCase())

/** Colours of values that the card shows in green or red. */
const valueColours: Readonly<Record<string, 'good' | 'bad'>> = {
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

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as a person reads it. A list has one line for each item; an object shows its labels and values. */
export function shown(value: unknown): Html {
  if (Array.isArray(value))
    return html`${value.map((one, nth) => html`${nth === 0 ? '' : html`<br />`}${shown(one)}`)}`
  if (isFields(value))
    return html`${Object.entries(value)
      .map(([key, inner]) => `${fieldLabelOf(key)} ${isFields(inner) ? '' : String(inner)}`.trim())
      .join(', ')}`
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
  const mark = Object.hasOwn(valueColours, text) ? valueColours[text] : undefined
  return mark ? html`<span class="${mark}">${text}</span>` : html`${text}`
}

/** One object as a table of two columns: label and value. */
export const pairsTable = (fields: Fields): Html =>
  html`<table>
    ${Object.entries(fields).map(
      ([key, value]) =>
        html`<tr>
          <th>${fieldLabelOf(key)}</th>
          <td>${shown(value)}</td>
        </tr>`,
    )}
  </table>`

/** Objects as a table with one row each. A column for each field that any of them has. */
export function rowsTable(rows: readonly Fields[]): Html {
  const keys = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return html`<table>
    <thead>
      <tr>
        ${keys.map(key => html`<th>${fieldLabelOf(key)}</th>`)}
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

/** A heading with its content; nothing if there is no content. */
export const section = (title: string, inner: Html | null): Html =>
  inner
    ? html`<h2>${title}</h2>
        ${inner}`
    : new Html('')

/** A value under its heading: an object as a table of pairs, a list as a table of rows. Null: nothing. */
export function block(title: string, given: unknown): Html {
  if (given === null) return new Html('')
  const value = withoutNulls(given)
  if (!Array.isArray(value))
    return section(title, isFields(value) ? pairsTable(value) : html`<p>${shown(value)}</p>`)
  return section(
    title,
    value.length === 0
      ? html`<p>none</p>`
      : value.length === 1
        ? pairsTable(value[0] as Fields)
        : rowsTable(value as Fields[]),
  )
}
