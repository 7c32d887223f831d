import { useAppContext } from '../../session/context.ts'

/** Classes of the school that may be chosen: those that are archived are no choice. */
export const useCohortChoices = () => useAppContext().gatewayList.filter(({ is_archived }) => !is_archived)
