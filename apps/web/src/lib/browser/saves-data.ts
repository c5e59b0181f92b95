/** Whether the visitor asked their browser to send and fetch less. Not every browser tells. */
export const savesData = () => 'connection' in navigator && Object(navigator.connection).saveData === true
