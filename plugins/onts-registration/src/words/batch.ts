/** What is done with each ONU. */
export type Task =
  | {
      kind: 'register'
      deviceId: number
      ident: string
      params: Record<string, unknown>
      number: number | null
      template: number | null
    }
  | {
      kind: 'move'
      /** OLT that has it, and OLT that gets it. */
      fromId: number
      toId: number
      ident: string
      port: string
      params: Record<string, unknown>
      /** Params of its place on the OLT that has it, if no registration tells them; absent: `params`. */
      oldParams?: Record<string, unknown>
      /** It goes also if something of its configuration is lost. */
      acceptLoss?: boolean
    }

export const batchKinds = ['batch', 'cut_over'] as const
export type BatchKind = (typeof batchKinds)[number]

/** `stopped`: cancelled, or its process ended; it can be started again. */
export const batchStates = ['planned', 'running', 'stopped', 'done'] as const
export type BatchState = (typeof batchStates)[number]

/** `refused`: it cannot be done as it was planned. */
export const rowStates = ['waiting', 'running', 'done', 'failed', 'refused'] as const
export type RowState = (typeof rowStates)[number]

/** Rows of a batch at most. */
export const mostRows = 1024
