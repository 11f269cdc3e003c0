import { html } from '@linecard/plugin-kit/html'
import type { Diagnosed } from '../diagnose.ts'
import { pairsTable, rowsTable, section, shown } from './fields.ts'
import { oldestTimeOf, problemsOf } from './problems.ts'
import { blockSections } from './sections.ts'
import { metadata, styleElement } from './style.ts'

export { policy } from './style.ts'

/** The diagnosis as one HTML page. */
export function cardPage({ iface, data, device_status: status, parts }: Diagnosed): string {
  const device = iface['device'] as { name: string; ip: string }
  const text = (key: string) => (typeof iface[key] === 'string' && iface[key] !== '' ? iface[key] : null)
  const stored = Object.fromEntries(
    ['description', 'comment', 'agreement', 'ip', 'serial'].flatMap(key =>
      text(key) === null ? [] : [[key, text(key)]],
    ),
  )
  const failed = problemsOf(parts)
  const oldest = oldestTimeOf(parts)
  const body = html`<h1>${String(iface['name'])} <span class="note">${String(iface['type'])}</span></h1>
    <p>${device.name} ${device.ip}</p>
    <p>
      ${shown(data.status?.online ?? data.link_info?.[0]?.oper_status ?? iface['status'] ?? 'state unknown')}
    </p>
    ${status.error ? html`<p class="bad">${status.error}</p>` : ''}
    ${Object.keys(stored).length > 0 ? section('Stored', pairsTable(stored)) : ''} ${blockSections(data)}
    ${failed.length > 0 ? section('Incomplete parts', rowsTable(failed)) : ''}
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
