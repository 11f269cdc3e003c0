/** The error with which this work fails. Throws if the work succeeds. */
export const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('this should have failed')
    },
    (error: unknown) => error as Error,
  )
