import { parseMac } from '@linecard/driver-kit/codecs'

/** An ONU of `show epon rejected-onu`. */
export interface RejectedOnu {
  mac: string
  /** Name of its PON port, `EPON0/1`. */
  port: string
}

const heading = /\bon interface (EPON\d{1,2}\/\d{1,3})\b/i
const dotted = /\b[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}\b/i

/** ONUs below the heading of their port: `ONU rejected to register on interface EPON0/1:`. */
export function parseRejected(output: string): RejectedOnu[] {
  let port: string | undefined
  return output.split('\n').flatMap(line => {
    port = heading.exec(line)?.[1] ?? port
    const mac = parseMac(dotted.exec(line)?.[0] ?? '')
    return port !== undefined && mac !== null ? [{ mac, port }] : []
  })
}
