import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { PageError } from '../../ui/page-error.tsx'

/** A frame around pages. One that could not even be fetched says so inside the frame, which is here. */
export const framed = (Frame: ComponentType<{ children?: ReactNode }>) => ({
  component: () => <Frame />,
  errorComponent: ({ error }: ErrorComponentProps) => (
    <Frame>
      <PageError error={error} />
    </Frame>
  ),
})
