import { createHash } from 'node:crypto'
import type { Context, LiveAsking, LiveParts, LiveQuestion, Logger, Target } from '@linecard/plugin-kit'
import { gatherLive } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { fail } from './errors.ts'

export interface DiagnosisAsking extends Pick<
  LiveAsking,
  'target' | 'from' | 'expected' | 'caller' | 'signal'
> {
  ctx: Context<Config>
  log: Logger
}

/**
 * Everything that a device answers within the time of one diagnosis. Failures stay in `meta` of their parts.
 * @throws the signal's reason if the client has left
 */
export async function gather(
  questions: readonly LiveQuestion[],
  { ctx, log, ...asking }: DiagnosisAsking,
): Promise<LiveParts> {
  const seconds = ctx.config.deadline_sec
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(fail('DIAGNOSTIC_TIME_OVER', { seconds })), seconds * 1000)
  try {
    return await gatherLive(questions, {
      ...asking,
      ctx,
      deadline: deadline.signal,
      lenient(error, module) {
        log.error({ err: error, module: module.name }, 'a part of a diagnosis failed')
        return fail('DIAGNOSTIC_PART_FAILED')
      },
    })
  } finally {
    clearTimeout(timer)
  }
}

/** `meta` in the fields of older clients. */
export const oldMetaOf = (parts: LiveParts, { deviceId, ip }: Target) =>
  Object.fromEntries(
    [...parts].map(([name, { data, meta }]) => [
      name,
      {
        time: meta.time,
        source: meta.source,
        from_cache: meta.from_cache,
        device_ip: ip,
        error: meta.error?.description ?? null,
        spent: meta.spent_ms === null ? null : meta.spent_ms / 1000,
        hash: [
          deviceId,
          name,
          data === undefined ? 'FAILED' : 'SUCCESS',
          createHash('sha1')
            .update(JSON.stringify(data ?? null))
            .digest('hex'),
        ].join(':'),
      },
    ]),
  )
