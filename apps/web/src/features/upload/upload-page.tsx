export function UploadPage() {
  return <h1>Upload Media</h1>
}
