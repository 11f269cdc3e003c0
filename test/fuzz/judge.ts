import type { Contract } from '../support/contract.ts'
import type { FuzzCase } from './cases.ts'
import type { RawAnswer } from './wire.ts'

/** Statuses of 5xx that tell of a device, and not of a fault of the service. */
const told: Readonly<Record<number, RegExp>> = {
  502: /"code":"(?:DEVICE_|EQUIPMENT_)/,
  504: /"code":"DEVICE_/,
}
/** Statuses that the parser of HTTP gives before there is an operation. */
const beforeRouting = new Set([400, 408, 413, 414, 417, 431])

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** What is wrong with an answer. Null: nothing. */
export function faultOf(
  contract: Contract,
  { method, target, onPath, operation }: FuzzCase,
  answer: RawAnswer,
): string | null {
  const { status, headers, text } = answer
  const type = headers['content-type'] ?? ''
  if (status >= 500 && !told[status]?.test(text)) return `status ${status}: ${text.slice(0, 300)}`
  const body = /[/+]json/.test(type) ? jsonOf(text) : text
  if (body === undefined && status !== 304)
    return `status ${status}: the JSON cannot be read: ${text.slice(0, 200)}`
  const path = target.split('?')[0]!.replace(/\/$/, '')
  const found = onPath && contract.find(method, path)
  if (!found || (found !== operation && status === 404)) {
    const error = body as { code?: unknown; error?: { code?: unknown } } | null
    const code = error?.error?.code ?? error?.code
    return status < 400 || typeof code === 'string'
      ? null
      : `status ${status} without an error code: ${text.slice(0, 200)}`
  }
  if (beforeRouting.has(status) && (body as { error?: { code?: string } })?.error?.code?.startsWith('HTTP_'))
    return null
  try {
    contract.check({
      method,
      path,
      status,
      contentType: type,
      headers: Object.keys(headers),
      body: /[/+]json/.test(type) ? body : null,
    })
    return null
  } catch (error) {
    return (error as Error).message
  }
}
