import type { Implementation } from '@linecard/driver-kit'
import {
  cliName,
  ifControl,
  maintenance,
  portControl,
  typed,
  vlanControl,
} from '@linecard/driver-kit/builders'
import type { CliAnswer } from '@linecard/driver-kit/cli'
import type { Interface } from '@linecard/driver-kit/modules'
import { cableDiagnostics } from './cable.ts'
import { configured } from './configured.ts'
import { join, leave } from './membership.ts'
import { power } from './power.ts'

const yesNo = /\[Y[^\]]*\/N[^\]]*\]\s*[?:]?\s*$/i
const yes: CliAnswer = { prompt: yesNo, answer: 'y' }

function speedLines(speed: string): readonly string[] {
  const [mbps, duplex] = speed.split('-')
  return duplex === undefined
    ? ['negotiation auto']
    : ['undo negotiation auto', `speed ${mbps}`, `duplex ${duplex.toLowerCase()}`]
}

/**
 * VRP 5, VRP 8 and YunShan OS. Source: Huawei S Series, "Command Reference" (V200R019), chapters "Basic
 * configuration" and "Ethernet switching".
 */
export const changes = (): readonly Implementation[] => [
  ...ifControl(),
  ...portControl({
    speed: configured((one: Interface, speed: string) => [`interface ${cliName(one)}`, ...speedLines(speed)]),
  }),
  ...vlanControl({
    // Old firmware has no `name` command. Both kinds of VLAN tables show the description.
    create: configured((id, name) => [`vlan ${id}`, `description ${name}`]),
    remove: configured(id => [`undo vlan ${id}`]),
    add: join,
    drop: leave,
  }),
  ...maintenance({
    clear: typed(() => ['reset counters if-mib interface']),
    clearPort: typed(one => [`reset counters if-mib interface ${cliName(one)}`]),
    save: {
      act: typed(() => [
        {
          command: 'save',
          answers: [yes, { prompt: /file name[^\]]*\[[^\]]*\]\s*:?\s*$/i, answer: '' }, yes],
          idleMs: 60_000,
        },
      ]),
      done: /successfully/i,
    },
    // The first question can be whether to save. The answer is no, as in all drivers: unsaved changes are
    // lost.
    reboot: typed(() => [
      {
        command: 'reboot',
        answers: [{ prompt: /\bsaved?\b.*\[Y[^\]]*\/N[^\]]*\]\s*[?:]?\s*$/i, answer: 'n' }, yes, yes],
        idleMs: 5000,
      },
    ]),
  }),
  ...power(),
  cableDiagnostics(),
]
