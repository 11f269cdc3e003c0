import { assert } from '@linecard/test-kit'
import {
  createOlt,
  fakeClock,
  type OltOptions,
  type OltVendorName,
  runningConfiguration,
  startDevice,
} from '@linecard/simulator'
import { telnetTo } from './terminal.ts'

let address = 1

/** A line that an operator types, and what the OLT answers: nothing, a text, or a question with its answer. */
export type Line =
  | string
  | readonly [line: string, says: RegExp]
  | { line: string; asks: RegExp; answer: string }

export interface OperatorOptions extends Partial<OltOptions> {
  vendor: OltVendorName
  model: string
  /** From the login to the configuration. Each is typed after the prompt of the former. */
  login: readonly (readonly [line: string, prompt: string])[]
  first: string
  third?: string
}

/** A person at the console of a living OLT, who registers ONUs. */
export async function operator({ login, first, ...options }: OperatorOptions) {
  const clock = fakeClock(Date.UTC(2026, 2, 1, 6))
  const ip = `127.8.41.${address++}`
  const olt = createOlt({ name: 'olt', ip, clock, steady: true, onusOnEveryPort: 2, ...options })
  const device = await startDevice({ ip, port: 0, simulated: olt, console: { telnet: 0, enable: 'en-1' } })
  const person = await telnetTo(device.ip, device.console!.telnet!)
  await person.until(first)
  for (const [line, prompt] of login) await person.ask(line, prompt)
  const prompt = /olt[\w(/:.)-]*[#>] ?$/
  /** Types a line, and gives what the OLT printed between it and the next prompt. */
  const type = async (line: string, end: RegExp = prompt): Promise<string> => {
    const all = (await person.ask(line, end)).replaceAll('\r', '').split('\n')
    return all.slice(1, -1).join('\n').trim()
  }
  return {
    olt,
    clock,
    running: () => runningConfiguration(olt),
    type,
    /** Types lines; each must be answered as it says. */
    async types(lines: readonly Line[]) {
      for (const one of lines) {
        if (typeof one === 'string') assert.is(await type(one), '', one)
        else if ('asks' in one) {
          await type(one.line, one.asks)
          await type(one.answer)
        } else assert.match(await type(one[0]), one[1], one[0])
      }
    },
    async leave() {
      person.leave()
      await device.stop()
    },
  }
}
