/** SNMPv3 messages (RFC 3412 §6) with the user-based security model (RFC 3414), for the side that asks. */
import { DeviceError } from '@linecard/driver-kit'
import type { Ask } from './community.ts'
import type { Exchange } from './exchange.ts'
import { type Patience, Silent } from './patience.ts'
import { oidText } from './oid.ts'
import { type Answer, PduType, type Request } from './pdu.ts'
import {
  type Engine,
  Flag,
  learnEngine,
  readSecured,
  type Secured,
  type Security,
  type User,
  writeSecured,
} from './v3-message.ts'

/** Counters that a Report may carry (RFC 3414 §5), by the last arc of usmStats. */
const Report = {
  unsupportedLevel: 1,
  notInTimeWindow: 2,
  unknownUser: 3,
  unknownEngine: 4,
  wrongDigest: 5,
  decryption: 6,
} as const
const refusals: Readonly<Record<number, string>> = {
  [Report.unsupportedLevel]: 'does not offer this security level to the user',
  [Report.unknownUser]: 'does not know the user',
  [Report.wrongDigest]: 'refuses the authentication key or protocol',
  [Report.decryption]: 'cannot decrypt: privacy key or protocol is wrong',
}

const oidOf = ({ bytes, varbinds }: Answer): string =>
  (varbinds.length > 0 && oidText(bytes, varbinds.oidStart(0), varbinds.oidEnd(0))) || ''
const reportKind = (answer: Answer): number =>
  Number(/^1\.3\.6\.1\.6\.3\.15\.1\.1\.(\d)\.0$/.exec(oidOf(answer))?.[1] ?? 0)
/** RFC 3413 §3.2. */
const snmpUnknownContexts = '1.3.6.1.6.3.12.1.5.0'

const refusalOf = (ip: string, { user }: Security, why: string) =>
  new DeviceError('AuthFailed', `${ip} ${why} (SNMPv3 user "${user.name}").`)

function securityOf(ip: string, user: User): Security {
  const { auth, priv } = user
  const level =
    user.level === 'authPriv' ? Flag.auth | Flag.priv : user.level === 'authNoPriv' ? Flag.auth : 0
  const security: Security = { user, name: Buffer.from(user.name), level, engine: undefined }
  if (level & Flag.auth && !auth) throw refusalOf(ip, security, 'needs an authentication protocol and key')
  if (level & Flag.priv && !priv) throw refusalOf(ip, security, 'needs a privacy protocol and key')
  return security
}

/** What `v3Ask` asks through. */
interface Asking {
  exchange: Exchange
  ip: string
  security: Security
}

const send = (
  { exchange, security }: Asking,
  request: Request,
  patience: Patience,
  engine: Engine | undefined,
) =>
  exchange(
    id => writeSecured(security, request, id, engine),
    message => readSecured(security, message),
    patience,
  )

/** Finds the engine ID and the clock of the agent (RFC 3414 §4). */
async function discover(asking: Asking, patience: Patience): Promise<void> {
  const request = { type: PduType.Get, varbinds: [] }
  const { engineId, boots, time, answer } = await send(asking, request, patience, undefined)
  // RFC 3414 requires at least 5 octets; some agents have fewer.
  if (answer.type !== PduType.Report || engineId.length === 0)
    throw new DeviceError('ParseFailed', `${asking.ip} answered the SNMPv3 discovery without an engine ID.`)
  learnEngine(asking.security, engineId, { boots, time })
}

/** Takes a Report. Throws if it is a refusal; else the request can be sent again. */
function takeReport({ ip, security }: Asking, request: Request, secured: Secured, round: number): void {
  const { engineId, boots, time, level, answer } = secured
  const refuse = (why: string) => refusalOf(ip, security, why)
  if (oidOf(answer) === snmpUnknownContexts)
    throw refuse(`does not know the context "${request.context?.name ?? ''}"`)
  const kind = reportKind(answer)
  const why = refusals[kind]
  if (why) throw refuse(why)
  if (round >= 2) throw refuse('keeps answering with reports instead of values')
  if (kind === Report.unknownEngine) security.engine = undefined
  // `readSecured` has already taken the clock of an authentic report. Some agents do not sign this report; a
  // forged one costs only one more request.
  else if (kind === Report.notInTimeWindow && !(level & Flag.auth))
    learnEngine(security, engineId, { boots, time })
}

/** Asks as `user`. `attempts` are for the discovery of the engine, which comes before the first request. */
export function v3Ask(exchange: Exchange, ip: string, user: User, attempts: number): Ask {
  const security = securityOf(ip, user)
  const asking: Asking = { exchange, ip, security }
  return async (request, patience) => {
    for (let round = 0; ; round++) {
      const { deadline, signal } = patience
      if (!security.engine) await discover(asking, { attempts, deadline, signal })
      try {
        const secured = await send(asking, request, patience, security.engine)
        const { answer } = secured
        if (answer.type === PduType.Response) {
          exchange.stats.varbinds += answer.varbinds.length
          return answer
        }
        takeReport(asking, request, secured, round)
      } catch (error) {
        // A device that lost the count of its restarts looks like a replay. Only a new discovery can tell.
        if (!(error instanceof Silent) || !error.nonsense || round > 0) throw error
        security.engine = undefined
      }
    }
  }
}
