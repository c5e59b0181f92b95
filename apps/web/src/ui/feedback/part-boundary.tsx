import { Component, type ReactNode } from 'react'
import { reportError } from '../../lib/api/report-error.ts'

type Props = {
  children: ReactNode
  /** Stands in the place of a part that broke or could not be loaded; `retry` draws it anew. */
  failure: (retry: () => void) => ReactNode
}

/** Keeps the failure of a part from taking the whole screen along. */
export class PartBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(failure: unknown) {
    reportError(failure)
  }

  override render() {
    const { children, failure } = this.props
    return this.state.hasFailed ? failure(() => this.setState({ hasFailed: false })) : children
  }
}
