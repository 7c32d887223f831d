/** How many times the usual number of random runs are made; `pnpm stress tests` makes ten times as many. */
export const runFactor = Number(process.env.PROPERTY_FACTOR ?? 1)

export const runsOf = (usual: number): number => Math.ceil(usual * runFactor)
