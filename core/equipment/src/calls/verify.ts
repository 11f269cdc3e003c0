import {
  DeviceError,
  defineModule,
  type Implementation,
  type Module,
  type Verification,
} from '@linecard/driver-kit'
import { closed } from '@linecard/driver-kit/modules'
import type { Equipment } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { connectionKey } from '../connections/memory.ts'
import type { Networks } from '../networks.ts'
import { checkedArguments } from './arguments.ts'
import type { Ask } from './ask.ts'
import { expectedOf, type FindPort } from './expected.ts'
import type { Logged } from './logged.ts'
import { unknownModel, type Models, type SupportedModel } from './models.ts'

export interface VerifyOptions {
  models: Models
  networks: Networks
  ask: Ask
  findPort: FindPort | undefined
  logged: Logged
}

const Result = closed({ result: T.Enum(['DONE', 'NOT_DONE', 'UNKNOWN']), evidence: T.String() })

/** The reading of a changing module: it has the same arguments, and sends nothing that changes the device. */
const readingOf = ({ name, args, summary }: Module): Module =>
  defineModule({
    name: `verify ${name}`,
    kind: 'read',
    permission: 'device_show',
    summary,
    args,
    result: Result,
    example: { result: 'DONE', evidence: 'the description of Gi0/3 is "uplink"' },
  })

/** The model with the reading as one more module. */
function withReading(
  model: SupportedModel,
  { module, verify }: Implementation,
): { model: SupportedModel; module: Module } | null {
  if (!verify) return null
  const reading = readingOf(module)
  const implementations = new Map(model.implementations).set(reading.name, { module: reading, run: verify })
  return { model: { ...model, implementations }, module: reading }
}

const unknown = (evidence: string): Verification => ({ result: 'UNKNOWN', evidence })

/** Looks at devices for changes whose outcome is not known. */
export function createVerify({
  models,
  networks,
  ask,
  findPort,
  logged,
}: VerifyOptions): Equipment['verify'] {
  return async (target, name, given, { caller = null, expected: seen, signal } = {}) => {
    const model = models.byKey.get(target.modelKey)
    if (!model) throw unknownModel(target)
    const implementation = model.implementations.get(name)
    const reading = implementation && withReading(model, implementation)
    if (!implementation || !reading)
      return unknown(`${name} cannot be verified: the device shows nothing that tells whether it was made`)
    const entry = {
      target,
      module: reading.module.name,
      args: given,
      from: 'device' as const,
      options: { caller },
    }
    return logged(entry, async cost => {
      const args = checkedArguments(implementation.module, given)
      const expected = await expectedOf(target, implementation.module, args, seen, findPort)
      const call = {
        ...reading,
        target: { ...target, ip: networks.checkTarget(target) },
        connectionKey: connectionKey(target),
        args,
        expected,
        cost,
        insist: caller?.insist === true,
        origin: { operation: null, caller, step: undefined },
        unstored: true as const,
      }
      return (await ask(call, signal)).data as Verification
    }).catch((error: unknown) => {
      if (error instanceof DeviceError) return unknown(error.message)
      throw error
    })
  }
}
