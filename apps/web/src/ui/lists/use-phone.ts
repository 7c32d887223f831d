import { useMediaQuery } from '@mantine/hooks'

/** Tells whether the window is a phone's: filters are in a sheet, and check boxes appear when they are asked for. */
export const usePhone = () => useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
