import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { messageOf } from '../../log/error.ts'
import type { RunningPlugin } from '../contract.ts'
import type { ContractFaults } from '../contract-faults.ts'
import { slotOf } from '../slots.ts'

/** Answers of slots that are not complete, by plugin. A stream may stay open for hours. */
export interface OpenAnswers {
  add(plugin: string, response: ServerResponse): void
  /** Ends the open answers of these plugins, by default of all. */
  end(plugins?: readonly string[]): void
}

export function openAnswers(): OpenAnswers {
  const open = new Map<ServerResponse, string>()
  return {
    add(plugin, response) {
      open.set(response, plugin)
      response.once('close', () => open.delete(response))
    },
    end(plugins) {
      for (const [response, plugin] of open) if (!plugins || plugins.includes(plugin)) response.destroy()
    },
  }
}

export interface SlotOptions {
  plugins: readonly RunningPlugin[]
  answers: OpenAnswers
  faults: ContractFaults
}

/**
 * The slots `http` of the plugins. Each has a scope and a prefix of its own and is guarded; its routes are
 * not in the document.
 * @throws ContractError for a slot that cannot be registered
 */
export const slots = fp(
  async (app: FastifyInstance, { plugins, answers, faults }: SlotOptions) => {
    for (const { plugin, context } of plugins) {
      const slot = slotOf(plugin)
      if (!slot) continue
      const register = async (scope: FastifyInstance): Promise<void> => {
        scope.addHook('onRoute', route => {
          route.schema = { ...route.schema, hide: true }
        })
        scope.addHook('onRequest', async (_, reply) => answers.add(plugin.id, reply.raw))
        scope.addHook('preParsing', app.guardHook(slot.permission))
        await plugin.http?.register(scope, context as never)
      }
      try {
        await app.register(register, { prefix: slot.prefix })
      } catch (error) {
        faults.add(plugin.id, 'http', [`register threw: ${messageOf(error)}`])
        faults.refuse()
      }
    }
    app.addHook('onClose', async () => answers.end())
  },
  { name: 'linecard-slots', dependencies: ['linecard-guard', 'linecard-document'], fastify: '5.x' },
)
