import { Component, type ReactNode } from 'react'
import { reportError } from '../../lib/api/report-error.ts'

type Props = {
  children: ReactNode
  failure: (retry: () => void) => ReactNode
}

/** Limits a rendering error to one part of the screen. */
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
