SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/api/openapi.json',
  deepLinking: true,
  displayRequestDuration: true,
  // By default Swagger UI sends the document to a third-party validator.
  validatorUrl: null,
})
